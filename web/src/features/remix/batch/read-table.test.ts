import { expect, test } from 'vitest'
import type { WizardStep } from '../wizard/step.ts'
import { findRowFaults, readTable, writeTemplate } from './read-table.ts'

const step = (key: string, change: Partial<WizardStep> = {}): WizardStep => ({
  key,
  step_type: 'text_input',
  title: key,
  description: '',
  required: true,
  initial: null,
  imageSize: null,
  options: [],
  ideas: [],
  max_length: 20,
  pattern: null,
  min: null,
  max: null,
  numeric: false,
  ...change,
})
const STEPS = [step('wish', { title: 'Your wish' }), step('size', { required: false })]

test('reads commas, semicolons and tabs, quotes, labels and a spreadsheet’s first sign', () => {
  const rows = [{ wish: 'a "big", boat', size: '2' }, { wish: 'two\nlines' }]
  expect(readTable('wish,size\r\n"a ""big"", boat",2\r\n"two\nlines",\r\n\r\n', STEPS)).toEqual({
    rows,
  })
  expect(readTable('\uFEFFYour Wish;size\n"a ""big"", boat";2\n"two\nlines"', STEPS)).toEqual({
    rows,
  })
  expect(readTable('size\twish\n2\ta boat', STEPS)).toEqual({
    rows: [{ size: '2', wish: 'a boat' }],
  })
})

test.each([
  ['wish,hue\na,b', 'The column “hue” is no input'],
  ['', 'The first line names the inputs: wish, size.'],
  ['wish\n\n', 'There is no row below the first line.'],
  [`wish\n${'a\n'.repeat(201)}`, '201 rows are too many'],
])('says why %j cannot be read', (text, words) => {
  expect(readTable(text, STEPS)).toMatchObject({ fault: expect.stringContaining(words) })
})

test('names what is wrong with a row', () => {
  const faults = findRowFaults([{ wish: 'a boat' }, {}, { wish: 'x'.repeat(21) }], STEPS)
  expect(faults[0]).toBe('')
  expect(faults[1]).toMatch(/^Your wish: /)
  expect(faults[2]).toMatch(/^Your wish: /)
  expect(writeTemplate(STEPS)).toBe('wish,size\r\n')
})
