#!/usr/bin/env node
// Entry point of the command line: checks the Node version, then starts main.ts.
import { launch } from './launch.js'

await launch(new URL('main.ts', import.meta.url))
