"""Whatever Python hands over: a result or an exception, never a crash. GNAC_CASES sets how many are tried in all."""

import collections
import contextlib
import copy
import faulthandler
import gc
import multiprocessing
import os
import pickle
import tempfile
import threading
import unittest

import numpy as np
from samples import blobs, quick

import gnac
from gnac import _core, metrics

try:
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
    from hypothesis.extra import numpy as hnp
except ImportError as missing:
    raise unittest.SkipTest("hypothesis is not installed") from missing

CASES = int(os.environ.get("GNAC_CASES", "900"))
PROPERTIES = 6  # that share them
REFUSALS = (ValueError, TypeError, OverflowError, IndexError, MemoryError, gnac.Error)
tried = settings(
    max_examples=-(-CASES // PROPERTIES),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    database=None,
)

KINDS = st.sampled_from(["f8", "f4", "f2", "i8", "i4", "i1", "u8", "u1", "b1", ">f8", ">i4", "c16", "U3", "O"])


@st.composite
def arrays(draw, dims=(0, 3), side=8):
    """Arrays of every dtype, order, stride and mask, of size zero and one, read-only and memory-mapped."""
    kind = np.dtype(draw(KINDS))
    shape = draw(hnp.array_shapes(min_dims=dims[0], max_dims=dims[1], min_side=0, max_side=side))
    if kind.kind == "O":
        made = np.empty(shape, dtype=object)
        made[...] = draw(st.sampled_from([None, "x", 1.5, [1], {}]))
    else:
        made = draw(hnp.arrays(kind, shape))
    way = draw(st.integers(0, 7))
    if way == 1:
        made = np.asfortranarray(made)
    elif way == 2 and made.ndim:
        made = made[::-1]
    elif way == 3 and made.ndim:
        made = made[::2]
    elif way == 4:
        made.setflags(write=False)
    elif way == 5:
        made = made.T
    elif way == 6 and kind.kind in "fiu":
        made = np.ma.masked_array(made, mask=np.zeros(made.shape, bool))
    elif way == 7 and kind.kind in "fiu" and made.size:
        with tempfile.TemporaryFile() as file:  # the map stays when it is closed
            mapped = np.memmap(file, dtype=made.dtype, mode="w+", shape=made.shape)
        mapped[...] = made
        made = mapped
    return made


tally = collections.Counter()


@contextlib.contextmanager
def within_a_minute():
    """What takes longer is a hang: it is shown where, and all ends, even if the interpreter's lock is held."""
    faulthandler.dump_traceback_later(60, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def attempt(call):
    with within_a_minute(), contextlib.suppress(*REFUSALS):
        return call()


class Arrays(unittest.TestCase):
    @tried
    @given(arrays(), st.integers(-2, 9))
    def test_fit_gives_exactly_k_labels_or_refuses(self, points, clusters):
        tally["fit"] += 1
        labels = attempt(lambda: quick(clusters, epochs=3, burn_in=1, n_neighbors=3).fit_predict(points))
        if labels is not None:
            self.assertEqual(len(labels), len(points))
            self.assertEqual(set(labels), set(range(clusters)))

    @tried
    @given(arrays(dims=(0, 2)), arrays(dims=(0, 2)), st.one_of(st.none(), st.integers(-2, 9)))
    def test_the_default_rule_and_new_points(self, points, others, clusters):
        tally["default rule"] += 1
        model = attempt(lambda: gnac.GNAC(clusters, n_jobs=1).fit(points))
        if model is None:
            return
        self.assertEqual(set(model.labels_), set(range(model.n_clusters_)))
        for call in (
            lambda: model.predict(others),
            lambda: model.predict_proba(others),
            lambda: model.membership_,
            lambda: model.outlier_score_,
            lambda: model.linkage_,
            lambda: model.labels_without_outliers(),
        ):
            attempt(call)

    @tried
    @given(arrays(dims=(0, 2)), arrays(dims=(0, 2)), arrays(dims=(0, 2)))
    def test_metrics(self, one, other, third):
        tally["metrics"] += 1
        for call in (
            lambda: metrics.adjusted_rand(one, other),
            lambda: metrics.normalized_clustering_accuracy(one, other, noise=0),
            lambda: metrics.silhouette(one, other),
            lambda: metrics.davies_bouldin(one, other),
            lambda: metrics.boundary_auc(one, other, third),
            lambda: metrics.boundary_auc(one, other, third, noise=1),
            lambda: _core.boundary_auc(one, other, third),
            lambda: _core.agreement("ari", one, other),
            lambda: _core.internal("silhouette", one, other, 3, 1, 1),
        ):
            attempt(call)

    @tried
    @given(arrays(dims=(0, 2)), arrays(dims=(0, 2)), arrays(dims=(0, 2)), st.integers(-3, 9))
    def test_a_neighbour_relation(self, from_, to, distance, nodes):
        tally["edges"] += 1
        points = np.arange(12.0).reshape(6, 2)
        options = {"epochs": 2, "burn_in": 1, "n_neighbors": 2, "hidden": 2, "width": 2, "n_jobs": 1}
        attempt(lambda: _core.fit(points, 2, options, (nodes, from_, to, distance), None, None))

    def test_indices_beyond_the_labels(self):
        for end in (-(10**8), -1, 3, 2**31, 2**32, 2**40, -(2**63)):
            for edges in ([[0, end], [1, 2]], np.array([[end, 0], [1, 2]])):
                with self.assertRaises(REFUSALS):
                    metrics.boundary_auc(edges, [1.0, 2.0], [0, 1, 1])
        with self.assertRaises(REFUSALS):
            _core.boundary_auc(np.array([[0, 2**64 - 1]], dtype="u8"), [1.0], [0, 1, 1])

    def test_distances_that_are_no_numbers(self):
        for distance in ([np.nan, 2.0], [1.0, np.nan], [np.nan, np.nan]):
            for metric in (metrics.boundary_auc, _core.boundary_auc):
                with within_a_minute(), self.assertRaises(REFUSALS):
                    metric(np.array([[0, 1], [1, 2]]), distance, [0, 1, 1])

    def test_labels_beyond_the_points(self):
        for label in (4, 10**6, 2**31 - 1):
            with within_a_minute(), self.assertRaises(REFUSALS):
                _core.internal("silhouette", np.eye(4), [0, 0, 1, label], 3, 1, 1)

    def test_a_zero_byte_in_a_name(self):
        model = quick().fit(blobs()[0])
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(REFUSALS):
                _core.save_rule(folder + "/rule\0x", model._rule)
            with self.assertRaises(REFUSALS):
                _core.load_rule(folder + "/rule\0x")
            self.assertEqual(os.listdir(folder), [])


class Pickles(unittest.TestCase):
    @tried
    @given(st.data())
    def test_a_tampered_one_is_refused_or_works(self, data):
        tally["pickles"] += 1
        model = copy.deepcopy(self.model)
        state = model.__dict__
        name = data.draw(st.sampled_from(sorted(state)))
        value = state[name]
        if isinstance(value, bytes):
            at = data.draw(st.integers(0, len(value) - 1))
            state[name] = value[:at] + bytes([data.draw(st.integers(0, 255))]) + value[at + 1 :]
        elif isinstance(value, np.ndarray) and value.size and data.draw(st.booleans()):
            changed = value.copy().reshape(-1)
            changed[data.draw(st.integers(0, changed.size - 1))] = data.draw(st.sampled_from([-1, 0, 100]))
            state[name] = changed.reshape(value.shape)
        else:
            state[name] = data.draw(st.sampled_from([None, -5, 10**6, float("nan"), "x", b"", [], np.full(3, np.nan)]))
        try:
            with within_a_minute():
                labels = pickle.loads(pickle.dumps(model)).predict(self.points)
        except REFUSALS + (AttributeError, KeyError):
            return
        self.assertEqual(len(labels), len(self.points))

    @tried
    @given(st.data())
    def test_a_tampered_model_is_refused_or_works(self, data):
        tally["models"] += 1
        whole = bytearray(self.model._model.bytes())
        for _ in range(data.draw(st.integers(1, 4))):
            whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
        end = data.draw(st.sampled_from([len(whole), len(whole) - 1]))
        try:
            with within_a_minute():
                labels, _ = _core.Model.parse(bytes(whole[:end])).predict(self.points + 0.1, 1, 0.0, None)
        except REFUSALS:
            return
        self.assertEqual(len(labels), len(self.points))

    def test_states_that_are_not_finite_and_steps_below_zero(self):
        whole = self.model._model.bytes()
        steps = f'"steps":"{self.model.n_steps_}"'.encode()
        self.assertIn(steps, whole)
        with self.assertRaises(REFUSALS):
            _core.Model.parse(whole.replace(steps, b'"steps":"-"'.ljust(len(steps), b" ")))
        states = np.asarray(self.model.domain_state_, dtype=np.float32).tobytes()
        self.assertIn(states, whole)
        with self.assertRaises(REFUSALS):
            _core.Model.parse(whole.replace(states, np.full(len(states) // 4, np.nan, np.float32).tobytes()))

    @classmethod
    def setUpClass(cls):
        cls.points = blobs(40)[0]
        cls.model = quick(epochs=3, burn_in=1).fit(cls.points)


class Callbacks(unittest.TestCase):
    def test_exceptions_and_interrupts_pass_through(self):
        for thrown in (KeyboardInterrupt, ZeroDivisionError, SystemExit, MemoryError):

            def callback(progress, thrown=thrown):
                raise thrown

            with self.assertRaises(thrown):
                quick(callback=callback).fit(blobs()[0])
        self.assertEqual(len(quick().fit_predict(blobs()[0])), 150)

    def test_a_fit_within_a_callback(self):
        seen = []

        def callback(progress):
            if not seen:
                seen.append(quick().fit_predict(blobs()[0]))
            return True

        np.testing.assert_array_equal(quick(callback=callback).fit_predict(blobs()[0]), seen[0])


def labels_of(seed):
    return quick(random_state=seed, n_jobs=2).fit_predict(blobs()[0])


class Load(unittest.TestCase):
    """200 fits from 8 threads and some from forked processes: the same answers, no deadlock, no leak."""

    def test_many_fits_from_many_threads(self):
        expected = [labels_of(seed) for seed in range(5)]
        wrong = []

        def work(begin):
            for fit in range(begin, begin + 25):
                if not np.array_equal(labels_of(fit % 5), expected[fit % 5]):
                    wrong.append(fit)

        def resident():
            gc.collect()
            with open("/proc/self/statm", encoding="ascii") as file:
                return int(file.read().split()[1])

        def round_of_threads():
            threads = [threading.Thread(target=work, args=(25 * t,)) for t in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        round_of_threads()
        if os.environ.get("GNAC_CASES"):  # the long form
            before = resident()
            for _ in range(5):
                round_of_threads()
            self.assertLess(resident(), 1.05 * before)
        self.assertEqual(wrong, [])

    def test_forked_processes_agree(self):
        expected = labels_of(1)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            for labels in pool.map(labels_of, [1] * 6):
                np.testing.assert_array_equal(labels, expected)


def tearDownModule():
    print(f"{sum(tally.values())} cases without a crash: " + ", ".join(f"{name} {n}" for name, n in tally.items()))


if __name__ == "__main__":
    unittest.main()
