#!/usr/bin/env node
// Entry point of the demonstration: checks the Node version, then starts demo.ts.
import { launch } from './launch.js'

await launch(new URL('demo.ts', import.meta.url))
