"""Widgets shared by several screens: boards, panes, forms, boxes, dialogs, and the key bar."""
