/** A feature stands above the features that it calls; features that call none share the last line. */
export function drawGraph(graph: Readonly<Record<string, readonly string[]>>): string {
  const height = (name: string): number =>
    1 + Math.max(-1, ...(graph[name] ?? []).map((other) => height(other)))
  const names = Object.keys(graph).toSorted((a, b) => height(b) - height(a))
  const width = Math.max(...names.map((name) => name.length))
  const callers = names.filter((name) => height(name) > 0)
  const lines = callers.map(
    (name) => `${name.padEnd(width)} ──► ${(graph[name] ?? []).toSorted(byHeight).join('  ')}`,
  )
  const alone = names.filter((name) => height(name) === 0)
  return [...lines, alone.join('  ')].join('\n')

  function byHeight(a: string, b: string): number {
    return height(a) - height(b)
  }
}
