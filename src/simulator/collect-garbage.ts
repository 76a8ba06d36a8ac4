import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collector: (() => void) | undefined

/** Collects the garbage of the whole heap, so that what is used afterwards is what is held. */
export const collectGarbage = (): void => {
  if (!collector) {
    setFlagsFromString('--expose-gc')
    // Only contexts that are made after the flag was set have the function.
    collector = runInNewContext('gc') as () => void
  }
  collector()
}
