"""Parts from which boards and screens are composed, each drawn in one place in all its states.

A part is drawn in an Area of a ``canvas`` and knows its forms without colours and in ASCII. A
``scene`` is what a board draws. Styles are names of colours (``dim on felt``), which ``palette``
resolves for the player's theme. Nothing here is a widget.
"""
