import { markupText } from '../../text/markup.ts'
import { isCounted, type SweepReport } from '../verdicts/findings.ts'

const CHARACTER_PX = 6.6
const PADDING_PX = 10

/** Returns an SVG badge with the number of findings, or of healed faults if there are none. */
export const badgeSvg = (report: SweepReport): string => {
  const findings = [...report.assumptions, ...report.faults].filter(isCounted).length
  const healed = report.faults.filter(({ verdict }) => verdict === 'healed').length
  const passed = report.exitCode === 0
  const message =
    report.stopped !== null
      ? 'not swept'
      : passed
        ? `${healed} faults healed`
        : `${findings} ${findings === 1 ? 'finding' : 'findings'}`
  const label = 'playa sweep'
  const [left, right] = [label, message].map((text) =>
    Math.round(text.length * CHARACTER_PX + 2 * PADDING_PX),
  )
  const [leftPx = 0, rightPx = 0] = [left, right]
  const text = (x: number, value: string) =>
    `<text x="${x}" y="14" text-anchor="middle">${markupText(value)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${leftPx + rightPx}" height="20" role="img" aria-label="${markupText(`${label}: ${message}`)}">
<title>${markupText(`${label}: ${message}`)}</title>
<rect width="${leftPx}" height="20" fill="#444"/><rect x="${leftPx}" width="${rightPx}" height="20" fill="${passed ? '#1a7f37' : '#c5221f'}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(leftPx / 2, label)}${text(leftPx + rightPx / 2, message)}</g>
</svg>
`
}
