#!/usr/bin/env node
import * as nodeModule from 'node:module'

/**
 * When the code that a start compiled is written, for the next one: it takes 10 ms, and nothing once it is
 * there.
 */
const KEEP_CODE_AFTER_MS = 1_000

// Node 22.1 and later keep compiled code between runs. The types are those of Node 20, which has no such
// functions.
if ('enableCompileCache' in nodeModule) (nodeModule.enableCompileCache as () => void)()
// Node itself writes it when a process exits, which a server that is killed does not.
if ('flushCompileCache' in nodeModule)
  // As above.
  setTimeout(nodeModule.flushCompileCache as () => void, KEEP_CODE_AFTER_MS).unref()
const { commandLine } = await import('./command-line.ts')

// The reader of the output may stop early (`playa journal | head`). What is left goes nowhere; the exit code
// stays. A full disk ends the command: the reader of the output would miss a part of it.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') return
    if (output !== process.stderr)
      console.error(`The output cannot be written: ${error.message.split(',')[0]}.`)
    process.exit(1)
  })

/** Time for background work after a command has ended. */
const GRACE_MS = 500

void commandLine(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  // What still runs, such as a request to a receiver that hangs, need not be waited for.
  setTimeout(() => process.stdout.writableLength === 0 && process.exit(), GRACE_MS).unref()
})
