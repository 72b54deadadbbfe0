/** Texts of the test of the model server. Apart from `texts`, which the leads page loads. */
export const modelTestTexts = {
  testModel: 'Test the connection',
  testedModel: {
    reached: (ms: string) => `The server answered in ${ms} ms, has the models in use and completed a test request.`,
    'unknown-model': (ms: string, missing: string) =>
      `The server answered in ${ms} ms, but it does not list ${missing}. Choose another model.`,
    'wrong-key': 'The server refused the key. Check the key.',
    refused: 'The server cannot be reached. Check its address and that it runs.',
    timeout: 'The server did not answer within 10 seconds.',
    failed: (status: number | null) =>
      `The server did not answer with a list of models${status === null ? '' : ` (status ${status})`}. Check the address of its API, such as http://localhost:11434/v1.`,
    'no-completion': (status: number | null) =>
      `The server lists its models, but did not answer a test request with a completion${status === null ? '' : ` (status ${status})`}. Check its log, and the address of its API.`,
    'not-connected': 'No server is connected.',
  },
  modelsListed: (names: string) => `Its models: ${names}.`,
  testFailed: 'The test failed:',
} as const;
