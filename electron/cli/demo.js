#!/usr/bin/env node
// The demonstration's entry: checks the Node version, then starts demo.ts.
import { launch } from './launch.js'

await launch(new URL('demo.ts', import.meta.url))
