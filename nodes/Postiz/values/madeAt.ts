/** When something was created, in ms, decoded from its ID; undefined if the ID has no time (docs/api.md, Words). */
export function madeAt(id: string): number | undefined {
	const [, time] = /^c([0-9a-z]{8})[0-9a-z]{16}$/.exec(id) ?? [];
	return time === undefined ? undefined : parseInt(time, 36);
}
