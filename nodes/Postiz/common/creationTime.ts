/** Decodes from an ID when it was created. Undefined if the ID has no time (docs/api.md, Words). */
export function getCreationTime(id: string): number | undefined {
	const [, time] = /^c([0-9a-z]{8})[0-9a-z]{16}$/.exec(id) ?? [];
	return time === undefined ? undefined : parseInt(time, 36);
}
