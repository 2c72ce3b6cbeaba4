/** When what has this ID was made, by the clock of the service, in ms; undefined if it does not tell (docs/api.md, Words). */
export function madeAt(id: string): number | undefined {
	const [, time] = /^c([0-9a-z]{8})[0-9a-z]{16}$/.exec(id) ?? [];
	return time === undefined ? undefined : parseInt(time, 36);
}
