import { ControlError } from '../../api/problems/control-error.ts'
import { redactUrls } from '../../lib/redaction/redact-urls.ts'
import { readUserFile } from '../../lib/runtime/package-files.ts'
import { packageVersion } from '../../lib/runtime/package-version.ts'
import { isUrl } from '../../lib/text/url.ts'
import { missingPackageAdvice } from '../../lib/unknown-values.ts'
import { Simulator, type SimulatorOptions } from '../../sandbox/simulator/simulator.ts'
import { StoreError } from '../../sandbox/stores/record-file.ts'
import type { JsonLog } from '../../server/json-log.ts'
import { Failure, reasonOf, UsageError } from '../support/errors.ts'
import { assumptionOptions } from '../support/profile-options.ts'
import { startInstantMs } from '../support/start-options.ts'
import type { ServeOptions } from './serve-options.ts'

/**
 * Opens the simulator of a server. `isLocal`: other machines cannot reach it. Throws a `UsageError` for
 * options that are not valid.
 */
export const openSimulator = async (
  options: ServeOptions,
  isLocal: boolean,
  log?: JsonLog,
): Promise<Simulator> => {
  const { scenario, seed, auth, journal: journalEntries } = options
  const nowMs = startInstantMs(options)
  try {
    return await Simulator.open({
      ...(scenario !== undefined && { scenario }),
      ...(seed !== undefined && { seed }),
      ...(nowMs !== undefined && { nowMs }),
      // `--auth` is short for one assumption, and overrides `--set`.
      profile: { ...(await assumptionOptions(options)), ...(auth !== undefined && { 'auth/scheme': auth }) },
      ...(await mailSender(options.smtp ?? process.env['PLAYA_SMTP_URL'])),
      ...(journalEntries !== undefined && { journalEntries }),
      // Before a folder is made: a world file excludes one.
      ...(options.file !== undefined && { saved: readSaved(options) }),
      ...(await openData(options)),
      ...(log && { report: (error) => log.failure(error) }),
      honorsPrefer: options.prefer,
      allowPrivateCallbacks: options.loopbackOnly
        ? 'loopback-only'
        : isLocal || options.allowPrivateCallbacks === true,
    })
  } catch (error) {
    if (error instanceof ControlError || error instanceof StoreError) throw new UsageError(error.message)
    throw error
  }
}

/** Options that a world file already decides. */
const DECIDED_BY_FILE = ['scenario', 'seed', 'now', 'auth', 'profile', 'set', 'data'] as const

const readSaved = (options: ServeOptions): Uint8Array => {
  const { file = '' } = options
  const also = DECIDED_BY_FILE.find((name) => options[name] !== undefined)
  if (also !== undefined)
    throw new UsageError(`The world of ${file} is served as it is: leave out --${also}.`)
  try {
    return readUserFile(file)
  } catch (error) {
    // A word that looks like no file was probably meant for an option.
    if (!/[./\\]/.test(file))
      throw new UsageError(
        `serve does not take ${JSON.stringify(file)}, only a file of playa world save. Did you mean --scenario ${file}?`,
      )
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`)
  }
}

/** Opens the data folder; its library is loaded only with `--data`. */
const openData = async ({
  data,
  durability,
  keepJournal: keepsJournals = false,
}: ServeOptions): Promise<Pick<SimulatorOptions, 'store' | 'keepsJournals'>> => {
  if (data === undefined && keepsJournals)
    throw new UsageError('--keep-journal keeps journals in a folder: give --data FOLDER, too.')
  if (data === undefined && durability !== undefined)
    throw new UsageError('--durability promises what a folder keeps: give --data FOLDER, too.')
  if (data === undefined) return {}
  const { openDataFolder } = await import('../../sandbox/stores/data-folder.ts')
  return {
    store: await openDataFolder(data, { durability: durability ?? 'os' }, packageVersion()),
    keepsJournals,
  }
}

/**
 * Returns the sender of mails, whose library is loaded only when there is a mail server. The process list
 * shows options but not the environment, so a URL with a password belongs there.
 */
const mailSender = async (url: string | undefined): Promise<Pick<SimulatorOptions, 'sendMail'>> => {
  if (url === undefined || url === '') return {}
  if (!/^smtps?:\/\/[^/]+/.test(url) || !isUrl(url))
    throw new UsageError(`--smtp takes smtp://HOST:PORT, not ${JSON.stringify(redactUrls(url))}.`)
  const { smtpSender } = await import('../../sandbox/notifications/smtp-sender.ts').catch(
    (error: unknown) => {
      const advice = missingPackageAdvice(error, 'nodemailer', '--smtp')
      throw advice === undefined ? error : new Failure(advice)
    },
  )
  const sender = smtpSender(url)
  return {
    sendMail: async (mail) => {
      const sent = await sender.send(mail)
      return sent.ok ? undefined : sent.why
    },
  }
}
