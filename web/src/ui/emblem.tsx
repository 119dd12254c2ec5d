const VIEW = 100
const MIDDLE = VIEW / 2

/** A lens drawn from a seed, always the same, in place of a missing picture. */
export function Emblem({ seed }: { seed: string }) {
  const { x, y, radii, dot } = arrangeLens(seed)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${VIEW} ${VIEW}`}
      preserveAspectRatio="xMidYMid slice"
      className="size-full bg-sunken"
    >
      <g fill="none" stroke="var(--line-strong)">
        {radii.map((radius, ring) => (
          <circle
            key={radius}
            cx={x}
            cy={y}
            r={radius}
            vectorEffect="non-scaling-stroke"
            strokeOpacity={Math.max(0.12, 0.7 - ring * 0.09)}
          />
        ))}
      </g>
      <circle cx={dot.x} cy={dot.y} r="2.2" fill="var(--accent)" />
    </svg>
  )
}

/** The lens's position, the spacing of its rings, and the ring with the dot. */
export function arrangeLens(seed: string) {
  const [across, down, fineness, ringOfDot, turn] = drawNumbers(seed)
  const x = 22 + across * 56
  const y = 22 + down * 56
  const gap = 6.5 + fineness * 5
  const radii = Array.from({ length: Math.ceil(VIEW / gap) }, (_, ring) => round(gap * (ring + 1)))
  const radius = radii[1 + Math.floor(ringOfDot * 3)] ?? gap
  // Roughly towards the middle, so that the dot is never cut off.
  const angle = Math.atan2(MIDDLE - y, MIDDLE - x) + (turn - 0.5) * 1.6
  const dot = { x: round(x + radius * Math.cos(angle)), y: round(y + radius * Math.sin(angle)) }
  return { x: round(x), y: round(y), radii, dot }
}

/** Five numbers from 0 to 1 by FNV-1a, which is the same on server and browser. */
function drawNumbers(seed: string): [number, number, number, number, number] {
  let hash = 0x811c9dc5
  const next = (text: string) => {
    for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
    return ((hash ^ (hash >>> 15)) & 0xffff) / 0x10000
  }
  return [next(seed), next('b'), next('c'), next('d'), next('e')]
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
