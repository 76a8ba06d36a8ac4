#!/usr/bin/env node
import { commandLine } from './command-line.ts'

// Whoever read the output may have read enough (`playa journal | head`): what is left has nowhere to go, and the exit code stays what it is.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
})

void commandLine(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
