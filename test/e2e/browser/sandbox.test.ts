import { expect } from 'vitest'
import { createSandbox } from '../../../src/cli/entries/index.ts'
import { installedPlaya } from '../../package/installed.ts'
import { pageScript, sandboxScript } from '../../worker/deployment.ts'
import { MAKE_WORLD, play, scriptWithoutWebhooks } from '../../worker/script.ts'
import { journey } from './journey.ts'

journey('createSandbox gives the same bytes in a page as in Node', {}, async ({ page }) => {
  const text = `${sandboxScript('scriptWithoutWebhooks(100)')}\nglobalThis.answers = answers`
  await page.addScriptTag({ content: await pageScript(text, installedPlaya().folder) })
  const answers = await page.evaluate('answers()')
  const sandbox = await createSandbox()
  const steps = [MAKE_WORLD, ...scriptWithoutWebhooks(100)]
  expect(answers).toEqual(await play((url, init) => sandbox.fetch(url, init), steps))
})
