"""A dask worker in a process of its own, which finds this program wherever it was started from."""

from __future__ import annotations

import asyncio
import json
import os
import sys

from distributed.deploy.subprocess import SubprocessWorker

# The same module search path as here, however this process came by it.
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); "
    "from distributed.cli.dask_spec import main; main()"
)


class WorkerProcess(SubprocessWorker):
    """A worker and its nanny, which starts it anew if it dies."""

    async def _start(self) -> None:
        spec = {"cls": self.worker_class, "opts": self.worker_kwargs}
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _START, json.dumps(sys.path)),
            *(self.scheduler, "--spec", json.dumps(spec)),
            env={**os.environ, "DASK_LOGGING__DISTRIBUTED": "critical"},
            start_new_session=True,  # Ctrl-C on a terminal is for this process
        )
