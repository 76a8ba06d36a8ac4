import { ProfileView } from '../../control/calls/profile.ts'
import { UsageError } from '../support/errors.ts'
import { assignments } from '../support/profile-options.ts'
import { columns, oneLine, painter } from '../support/terminal-text.ts'
import { printed, type VerbExtensions } from './verb-extension.ts'

const table = ({ assumptions }: ProfileView): string => {
  const paint = painter()
  return columns(
    Object.entries(assumptions).map(([id, { option, source }]) => [
      id,
      source === 'default' ? oneLine(option) : paint('bold', oneLine(option)),
      paint('dim', source),
    ]),
  )
}

/** How `playa profile` prints the assumptions in force, and `profile set` chooses them. */
export const profileVerbs: VerbExtensions = {
  profile: {
    extend: (command) => command.option('--changed', 'only assumptions that are not at their default'),
    run: async ({ remote, options }) => {
      if (options['changed'] !== true || remote.isJson) return undefined
      const { profileCalls } = await import('../../control/calls/profile.ts')
      const profile = remote.shaped(await remote.readJson(profileCalls.read), ProfileView)
      const changed = Object.entries(profile.assumptions).filter(
        ([, entry]) => entry.option !== entry.default,
      )
      const shown = { ...profile, assumptions: Object.fromEntries(changed) }
      remote.print(changed.length === 0 ? 'Every assumption is at its default.' : table(shown))
      return 0
    },
    print: printed(ProfileView, table),
  },
  'profile set': {
    extend: (command) => command.argument('[id=option...]', 'assumptions and their options'),
    run: async ({ remote, words }) => {
      if (words.length === 0)
        throw new UsageError('profile set takes ID=OPTION...: none is given.', 'profile set')
      const { profileCalls } = await import('../../control/calls/profile.ts')
      const answer = await remote.readJson(
        profileCalls.set,
        assignments(words, 'profile set takes ID=OPTION'),
      )
      remote.print(remote.isJson ? JSON.stringify(answer, null, 2) : 'Chosen.')
      return 0
    },
  },
}
