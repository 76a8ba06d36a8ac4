import { expect, it } from 'vitest'
import { usedStyles } from './used-styles.ts'

const SCRIPT = `const classes = ["box", \`state-\${state}\`, "row_" + n, "wide:1"]`

it.each([
  ['.box{a:b}', '.box{a:b}'],
  ['.none{a:b}.box .none{a:b}p{a:b}', 'p{a:b}'],
  ['.none,.box:hover{a:b}', '.box:hover{a:b}'],
  ['.state-open{a:b}.row_1{a:b}.states{a:b}', '.state-open{a:b}.row_1{a:b}'],
  ['@media (min-width:1em){.none{a:b}}@media print{.none{a:b}.box{a:b}}', '@media print{.box{a:b}}'],
  ['@keyframes x{12.5%{a:b}to{c:d}}', '@keyframes x{12.5%{a:b}to{c:d}}'],
  ['p:not(.none,.box){a:b}', 'p:not(.none,.box){a:b}'],
])('%s is %s for a script that names other classes', (css, used) => {
  expect(usedStyles(css, SCRIPT)).toBe(used)
})
