"""Progress of a fit: what callbacks receive, and the bar that ``verbose=True`` shows."""

import sys
import time
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np


class Progress(NamedTuple):
    """Where a running fit is.

    Attributes
    ----------
    stage : {"graph", "train", "evolve", "readout"}
        The stages follow each other in this order.
    fraction : float
        Of this stage, from 0 to 1.
    epoch, epochs : int
        The training epoch just finished and their number; 0 outside training.
    loss : float
        Loss of that epoch.
    """

    stage: str
    fraction: float
    epoch: int
    epochs: int
    loss: float


def _epoch_text(progress):
    return f"epoch {progress.epoch} of {progress.epochs}, loss {progress.loss:.4f}"


class _PlainLines:
    """A line on stderr at the start of each stage, and at most every two seconds of training."""

    def __init__(self):
        self._stage = None
        self._next = 0.0

    def show(self, progress):
        now = time.monotonic()
        if progress.stage == self._stage and (progress.stage != "train" or now < self._next):
            return
        self._stage, self._next = progress.stage, now + 2
        epoch = f", {_epoch_text(progress)}" if progress.epoch else ""
        print(f"gnac: {progress.stage}{epoch}", file=sys.stderr, flush=True)

    def close(self):
        pass


class _Bar:
    """A tqdm bar over all stages; a stage is one unit."""

    _STAGES = ("graph", "train", "evolve", "readout")

    def __init__(self, tqdm):
        shape = "{desc} |{bar}| {elapsed}{postfix}"
        self._stage = None
        self._next = 0.0
        self._bar = tqdm(total=len(self._STAGES), leave=False, bar_format=shape)

    def show(self, progress):
        self._bar.n = self._STAGES.index(progress.stage) + progress.fraction
        self._bar.set_description_str(f"gnac: {progress.stage}", refresh=False)
        if progress.epoch:
            self._bar.set_postfix_str(_epoch_text(progress), refresh=False)
        now = time.monotonic()
        if progress.stage != self._stage or now >= self._next:
            self._stage, self._next = progress.stage, now + 0.1
            self._bar.refresh()

    def close(self):
        self._bar.close()


def _make_display():
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _PlainLines()
    return _Bar(tqdm)


@contextmanager
def watching(verbose, callback):
    """Give the function that the engine calls, or None where nobody looks on."""
    if not verbose and callback is None:
        yield None
        return
    display = _make_display() if verbose else None

    def look(*values):
        progress = Progress(*values)
        if display is not None:
            display.show(progress)
        answer = None if callback is None else callback(progress)
        return not (isinstance(answer, (bool, np.bool_)) and not answer)

    try:
        yield look
    finally:
        if display is not None:
            display.close()
