#!/usr/bin/env node
// The command line's entry: checks the Node version, then starts main.ts.
import { launch } from './launch.js'

await launch(new URL('main.ts', import.meta.url))
