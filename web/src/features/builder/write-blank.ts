/** A recipe without inputs and steps; the server fills in what a draft leaves out. */
export function writeBlank(): string {
  const recipe = {
    name: 'Untitled recipe',
    description: '',
    price: 0,
    license: 'personal',
    inputs: [],
    steps: [],
    output: '',
  }
  return `${JSON.stringify(recipe, null, 2)}\n`
}
