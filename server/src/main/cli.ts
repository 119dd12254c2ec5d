import { resolvePackagesOnce } from '../platform/resolve-packages-once.ts'

resolvePackagesOnce()
// Imported when it has taken effect.
const { runCommand, sentenceOf } = await import('./run-command.ts')
try {
  const print = (text: string) => console.log(text)
  process.exitCode = await runCommand(process.argv.slice(2), { env: process.env, print })
} catch (error) {
  console.error(sentenceOf(error) ?? error)
  process.exitCode = 1
}
