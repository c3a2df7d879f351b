"""Mechanisms that several games are made of."""
