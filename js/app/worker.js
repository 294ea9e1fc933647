// Answers one request away from the page, which ends this worker to stop it.
onmessage = async ({ data: { module, request, files } }) => {
  const done = await callEngine(createEngine, module, request, { files, onProgress: (progress) => postMessage({ progress }) });
  postMessage({ done }, Object.values(done.files).map((bytes) => bytes.buffer));
};
