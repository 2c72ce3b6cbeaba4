import { untilSent } from '../../../nodes/Postiz/transport/pause';

const explanation = { message: 'Postiz could not be reached', description: '' };
const unsent = { kind: 'notSent', explanation, temporary: true } as const;
const lost = { kind: 'unknown', explanation } as const;
const untrusted = { ...unsent, temporary: false } as const;

/** Sends through a connection that brings these results, one after another. */
async function send(results: Array<typeof unsent | typeof lost | typeof untrusted>, more = true) {
	const pauses: number[] = [];
	let sent = 0;
	const wait = async (milliseconds: number) => {
		pauses.push(milliseconds);
		return more;
	};
	const result = await untilSent(async () => results[sent++], wait);
	return { result, sent, pauses };
}

test('what never left is sent again after a pause, twice at most', async () => {
	expect(await send([unsent, lost])).toEqual({ result: lost, sent: 2, pauses: [1000] });
	expect(await send([unsent, unsent, unsent, lost])).toEqual({
		result: unsent,
		sent: 3,
		pauses: [1000, 3000],
	});
});

test('what may have arrived, or what somebody has to mend, is not', async () => {
	expect(await send([lost])).toMatchObject({ sent: 1, pauses: [] });
	expect(await send([untrusted])).toMatchObject({ sent: 1, pauses: [] });
});

test('nothing is sent once the execution is cancelled', async () => {
	expect(await send([unsent, lost], false)).toMatchObject({ result: unsent, sent: 1 });
});
