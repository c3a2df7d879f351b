"""Widgets that several screens share: boards, panes, forms, boxes, dialogs, and the key bar."""
