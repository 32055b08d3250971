// Sets the language for the window's modules under Node. In a browser they use the browser's language; here they
// get the same language as the browser tests, so that expected texts are equal on every machine.
Object.defineProperty(navigator, 'languages', { configurable: true, value: ['en-GB'] })
