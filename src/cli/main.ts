#!/usr/bin/env node
import * as nodeModule from 'node:module'

// Node 22.1 and later keep compiled code between runs. The types are those of Node 20, which has no such
// function.
if ('enableCompileCache' in nodeModule) (nodeModule.enableCompileCache as () => void)()
const { commandLine } = await import('./command-line.ts')

// The reader of the output may stop early (`playa journal | head`). What is left goes nowhere; the exit code
// stays.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
})

void commandLine(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
