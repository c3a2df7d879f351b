"""The games as PettingZoo environments, for learning by reinforcement; needs the extra ``rl``.

``from darwin_core.lab.rl.environments import aec, parallel``. What an observation and an action are is
said in ``layout`` and ``environments``.
"""
