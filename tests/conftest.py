"""What all tests share. Its being here also puts this folder on the import path.

Begun in the background of a script, tests inherit that Ctrl-C and Ctrl-\\ are ignored, and so would
every program that they start and then end by these signals.
"""

import signal

import rest

rest.look_for_rest()

for number, usual in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGQUIT, signal.SIG_DFL),
):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)
