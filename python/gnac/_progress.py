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
    stage : {"graph", "train", "evolve", "readout", "map"}
        The stages of a fit follow each other in this order; a map is made when it is asked for.
    fraction : float
        Fraction of this stage done, from 0 to 1.
    epoch, epochs : int
        The training epoch just finished and the number of epochs; 0 outside training.
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


# Rough share of a fit's time per stage: with training, and with an existing rule.
_SHARES = {
    True: {"graph": 0.03, "train": 0.90, "evolve": 0.03, "readout": 0.04},
    False: {"graph": 0.35, "train": 0.0, "evolve": 0.35, "readout": 0.30},
}


class _Clock:
    """How much of the expected time has passed, and how many seconds are left."""

    def __init__(self, trains, now=time.monotonic):
        self._shares = _SHARES[trains]
        self._now = now
        self._start = now()

    def share(self, progress):
        """The share of all the work done, from 0 to 1."""
        before = 0.0
        for stage, share in self._shares.items():
            if stage == progress.stage:
                return min(before + share * progress.fraction, 1.0)
            before += share
        return before

    def passed(self):
        """Seconds."""
        return self._now() - self._start

    def left(self, progress):
        """Seconds left, or None while it is too early to say."""
        done = self.share(progress)
        if done < 0.02:
            return None
        return self.passed() * (1 - done) / done


def _left_text(seconds):
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s left" if minutes else f"{rest} s left"


def _note(clock, progress):
    """The epoch and the time left, as far as there are any."""
    epoch = _epoch_text(progress) if progress.epoch else ""
    return ", ".join(filter(None, (epoch, _left_text(clock.left(progress)))))


class _PlainLines:
    """A line on stderr at the start of each stage, and at most every two seconds of a long one."""

    def __init__(self, clock):
        self._clock = clock
        self._stage = None
        self._next = 0.0

    def show(self, progress):
        now = time.monotonic()
        if progress.stage == self._stage and now < self._next:
            return
        parts = [f"gnac: {progress.stage}"]
        if progress.epoch:
            parts.append(_epoch_text(progress))
        left = _left_text(self._clock.left(progress))
        if progress.stage == self._stage and left:
            parts.append(left)
        self._stage, self._next = progress.stage, now + 2
        print(", ".join(parts), file=sys.stderr, flush=True)

    def close(self):
        pass


class _Bar:
    """A tqdm bar over the expected time of the whole fit."""

    def __init__(self, tqdm, clock):
        shape = "{desc} |{bar}| {percentage:3.0f} % {elapsed}{postfix}"
        self._clock = clock
        self._stage = None
        self._next = 0.0
        self._bar = tqdm(total=100, leave=False, bar_format=shape)

    def show(self, progress):
        now = time.monotonic()
        if progress.stage == self._stage and now < self._next:
            return
        self._stage, self._next = progress.stage, now + 0.1
        self._bar.n = round(100 * self._clock.share(progress), 1)
        self._bar.set_description_str(f"gnac: {progress.stage}", refresh=False)
        self._bar.set_postfix_str(_note(self._clock, progress), refresh=False)
        self._bar.refresh()

    def close(self):
        self._bar.close()


class _NotebookBar:
    """A bar in the output of a notebook's cell, which needs nothing but the notebook."""

    def __init__(self, display, clock):
        self._clock = clock
        self._stage = None
        self._next = 0.0
        self._share = 0.0
        self._handle = display(_Drawn("gnac", 0.0, ""), display_id=True)

    def show(self, progress):
        now = time.monotonic()
        self._share = self._clock.share(progress)
        if progress.stage == self._stage and now < self._next:
            return
        self._stage, self._next = progress.stage, now + 0.2
        self._draw(f"gnac: {progress.stage}", self._share, _note(self._clock, progress))

    def close(self):
        self._draw(f"gnac: {self._clock.passed():.1f} s", self._share, "")

    def _draw(self, *what):
        if self._handle is not None:  # None where nobody would see it
            self._handle.update(_Drawn(*what))


class _Drawn(NamedTuple):
    """A state of the notebook's bar, as a notebook shows it and as text."""

    name: str
    share: float
    note: str

    def __repr__(self):
        return f"{self.name} {100 * self.share:.0f} % {self.note}".rstrip()

    def _repr_html_(self):
        bar = f'<progress value="{self.share:.3f}" max="1" aria-label="{self.name}"></progress>'
        return f"{self.name} {bar} {self.note}"


def _notebook_display():
    """IPython's display, inside a notebook; else None."""
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        return None
    shell = get_ipython()
    return display if getattr(shell, "kernel", None) is not None else None


def _make_display(trains):
    clock = _Clock(trains)
    display = _notebook_display()
    if display is not None:
        return _NotebookBar(display, clock)
    try:
        from tqdm import tqdm
    except ImportError:
        return _PlainLines(clock)
    return _Bar(tqdm, clock)


@contextmanager
def watching(verbose, callback, trains=False):
    """Provide the function that the engine calls, or None if nobody is watching.

    ``trains`` says whether a rule is trained, which then takes most of the time.
    """
    if not verbose and callback is None:
        yield None
        return
    display = _make_display(trains) if verbose else None

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
