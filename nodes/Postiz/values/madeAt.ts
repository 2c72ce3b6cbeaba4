/** When something was created, in ms by the service's clock, read from its ID; undefined if the ID does not tell (docs/api.md, Words). */
export function madeAt(id: string): number | undefined {
	const [, time] = /^c([0-9a-z]{8})[0-9a-z]{16}$/.exec(id) ?? [];
	return time === undefined ? undefined : parseInt(time, 36);
}
