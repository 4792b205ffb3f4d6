/** The program from the bundle, which starts in half the time of its sources. The setup of the tests has built it. */
export async function importProgram(): Promise<typeof import('../../../apps/server/commands/program.ts')> {
  return await import(new URL('../../../apps/server/dist/program.js', import.meta.url).href)
}
