import * as z from 'zod'
import { Settings } from '../../src/cli/commands/contract-settings.ts'

/** Writes the JSON Schema of `playa.check.yaml`, which editors announce. */
export const settingsSchema = (): string => {
  const schema = {
    title: 'Settings of playa check and playa learn (playa.check.yaml)',
    ...z.toJSONSchema(Settings, { io: 'input', target: 'draft-2020-12' }),
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
