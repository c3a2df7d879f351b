"""Parts that boards and screens are composed of: each drawn in one place, in all its states.

A part is drawn in an Area of a ``canvas`` and knows its forms without colours and in ASCII; what a
board draws is a ``scene``. Styles are names of colours (``dim on felt``), which ``palette``
resolves for the theme of the player. Nothing here is a widget.
"""
