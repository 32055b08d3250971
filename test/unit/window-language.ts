// The window's modules write numbers and dates in the browser's language. Run in Node they would take the system's: they get
// the language that the tests in a browser set, so that expected texts are the same on every machine.
Object.defineProperty(navigator, 'languages', { configurable: true, value: ['en-GB'] })
