/** Steps of our Dockerfile, by stage: what it needs of the format and no more. */
export type DockerStep = { word: string; rest: string }
export type DockerStage = { name: string; base: string; steps: DockerStep[] }

export function readDockerfile(text: string): DockerStage[] {
  const lines = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
  const stages: DockerStage[] = []
  for (const line of lines) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (!word) throw new Error(`not a step of a Dockerfile: ${line}`)
    if (word === 'FROM') {
      const [, base = '', name = ''] = /^(?:--platform=\S+ )?(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
      stages.push({ base, name: name || 'image', steps: [] })
    } else stages.at(-1)?.steps.push({ word, rest })
  }
  return stages
}

/** Sources and destination of a COPY, and the stage that they come from, if it is not the checkout. */
export function readCopy(rest: string): { from: string | undefined; sources: string[]; to: string } {
  const words = rest.split(/\s+/)
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  return { from, sources: paths.slice(0, -1), to: paths.at(-1) ?? '' }
}
