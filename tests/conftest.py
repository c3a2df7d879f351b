"""Its being here puts this folder on the import path, so that all tests can share ``matches``."""

import rest

rest.look_for_rest()
