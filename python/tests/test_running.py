"""A fit while it runs: other threads, Ctrl-C, callbacks, progress, memory."""

import contextlib
import gc
import io
import os
import resource
import signal
import sys
import threading
import time
import types
import unittest
from unittest import mock

import numpy as np
from samples import blobs, quick

from gnac import GNAC, Cancelled, Progress


def long_fit(**options):
    """Minutes of work unless it is stopped."""
    X, _ = blobs(4000, d=8)
    return GNAC(3, preset="paper", epochs=5000, **options).fit(X)


class Running(unittest.TestCase):
    def test_other_threads_go_on(self):
        X, _ = blobs(800, d=4)
        done, ticks = threading.Event(), 0
        model = GNAC(3, preset="paper", epochs=30, burn_in=0, n_jobs=1)
        worker = threading.Thread(target=lambda: (model.fit(X), done.set()))
        worker.start()
        while not done.wait(0.001):
            ticks += 1
        worker.join()
        self.assertGreater(ticks, 20)

    def test_ctrl_c_within_a_second(self):
        sent = []

        def interrupt():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(1.5, interrupt)
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            long_fit()
        self.assertLess(time.monotonic() - sent[0], 1)

    def test_callback_sees_all_stages(self):
        seen = []
        X, _ = blobs()
        expected = quick().fit_predict(X)
        labels = quick(callback=seen.append).fit_predict(X)
        np.testing.assert_array_equal(labels, expected)
        self.assertTrue(all(isinstance(progress, Progress) for progress in seen))
        stages = list(dict.fromkeys(progress.stage for progress in seen))
        self.assertEqual(stages, ["graph", "train", "evolve", "readout"])
        epochs = [progress.epoch for progress in seen if progress.stage == "train"]
        self.assertEqual(sorted(set(epochs) - {0}), [1, 2, 3, 4, 5, 6])
        self.assertTrue(all(0 <= progress.fraction <= 1 for progress in seen))

    def test_callback_can_stop(self):
        for answer in (bool, np.bool_):
            model = quick(callback=lambda progress: answer(progress.epoch < 3))
            with self.assertRaises(Cancelled):
                model.fit(blobs()[0])
            self.assertFalse(hasattr(model, "labels_"))

    def test_an_exception_in_a_callback_passes_through(self):
        def fail(progress):
            raise LookupError("mine")

        with self.assertRaisesRegex(LookupError, "mine"):
            quick(callback=fail).fit(blobs()[0])

    def test_verbose_without_tqdm(self):
        out = io.StringIO()
        with mock.patch.dict(sys.modules, {"tqdm": None}):
            with contextlib.redirect_stderr(out):
                quick(verbose=True).fit(blobs()[0])
        for stage in ("graph", "train", "evolve", "readout"):
            self.assertIn(f"gnac: {stage}", out.getvalue())

    def test_verbose_in_a_notebook(self):
        shown = []

        class Handle:
            update = shown.append

        def display(what, display_id):
            shown.append(what)
            return Handle

        notebook = types.SimpleNamespace(kernel=object())
        ipython = types.ModuleType("IPython")
        ipython.get_ipython = lambda: notebook
        ipython.display = types.ModuleType("IPython.display")
        ipython.display.display = display
        modules = {"IPython": ipython, "IPython.display": ipython.display}
        out = io.StringIO()
        with mock.patch.dict(sys.modules, modules), contextlib.redirect_stderr(out):
            quick(verbose=True).fit(blobs()[0])
            names = [repr(state) for state in shown]
            for stage in ("graph", "train", "evolve", "readout"):
                self.assertTrue(any(f"gnac: {stage}" in name for name in names), names)
            self.assertEqual(shown[-1].share, 1)
            self.assertIn("<progress", shown[-1]._repr_html_())
            self.assertEqual(out.getvalue(), "")
            notebook.kernel = None  # IPython in a terminal: as without it
            shown.clear()
            quick(verbose=True).fit(blobs()[0])
        self.assertEqual(shown, [])
        self.assertIn("gnac: ", out.getvalue())

    def test_verbose_with_tqdm(self):
        try:
            import tqdm  # noqa: F401
        except ImportError:
            self.skipTest("tqdm is not installed")
        out = io.StringIO()
        with contextlib.redirect_stderr(out):
            quick(verbose=True).fit(blobs()[0])
        self.assertIn("gnac: ", out.getvalue())

    def test_the_bar_counts_expected_time(self):
        from gnac._progress import _Clock

        now = [0.0]
        of_all = ("graph", "train", "evolve", "readout")
        for trains, stages in ((True, of_all), (False, ("graph", "evolve", "readout"))):
            now[0] = 0.0
            clock = _Clock(trains, now=lambda: now[0])
            at = [Progress(stage, part, 0, 0, 0.0) for stage in stages for part in (0, 0.5, 1)]
            shares = [clock.share(progress) for progress in at]
            self.assertEqual(shares, sorted(shares))
            self.assertAlmostEqual(shares[0], 0)
            self.assertAlmostEqual(shares[-1], 1)
            now[0] = 30.0
            stage, part = ("train", 47 / 90) if trains else ("evolve", 15 / 35)
            self.assertAlmostEqual(clock.left(Progress(stage, part, 0, 0, 0.0)), 30.0)
            self.assertIsNone(clock.left(Progress("graph", 0.0, 0, 0, 0.0)))

    def test_silent_by_default(self):
        out = io.StringIO()
        with contextlib.redirect_stderr(out), contextlib.redirect_stdout(out):
            quick().fit(blobs()[0])
        self.assertEqual(out.getvalue(), "")


class Memory(unittest.TestCase):
    def test_no_leak_over_200_fits(self):
        X, _ = blobs(1000, d=20)
        model = quick(epochs=1, burn_in=0, rollout=2, max_steps=4, hidden=4, width=4, n_neighbors=5)

        def round_of_fits(count):
            for seed in range(count):
                model.set_params(random_state=seed).fit(X).predict(X[:5] + 0.1)
            gc.collect()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

        warm = round_of_fits(40)
        # One fit leaves about 0.5 MiB of arrays: 200 of them would be 100 MiB.
        self.assertLess(round_of_fits(200) - warm, 8)
