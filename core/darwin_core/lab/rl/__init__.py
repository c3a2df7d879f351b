"""The games as PettingZoo environments for reinforcement learning; needs the extra ``rl``.

``from darwin_core.lab.rl.environments import aec, parallel``. Observations and actions are
described in ``layout`` and ``environments``.
"""
