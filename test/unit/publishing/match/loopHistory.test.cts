import type { IExecuteFunctions } from 'n8n-workflow';

import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import type { Outcome, PostResult } from '../../../../nodes/Postiz/posts/postResult';
import { Journal } from '../../../../nodes/Postiz/posts/run/journal';
import type { Run } from '../../../../nodes/Postiz/posts/run/run';
import { getLoopHistory, recordRound } from '../../../../nodes/Postiz/publishing/match/loopHistory';
import { castUnchecked, createFake } from '../../../shared/fakes.cjs';

/** A round of an execution, whose items have no paired items. */
const createRound = (executionId: string, type = 'postiz'): Run =>
	createFake<Run>({
		context: createFake<IExecuteFunctions>({
			getExecutionId: () => executionId,
			getNode: () => ({ name: 'Postiz', type }) as never,
			getInputData: () => [{ json: {} }],
		}),
		journal: new Journal(),
	});

const FINGERPRINT = {
	minute: '1',
	filesDigest: '',
	detailsDigest: '',
	isDraft: false,
	rowIdDigest: 'May 1',
};
const createDesired = (text: string): DesiredPost =>
	createFake<DesiredPost>({
		target: { id: 'x' },
		fingerprint: { ...FINGERPRINT, textDigest: text },
		item: { index: 0 },
	});
const createResult = (text: string, outcome: Outcome): PostResult => ({
	planned: castUnchecked<PostResult['planned']>({ desired: createDesired(text) }),
	outcome,
});

test.each<[Outcome, isUsed: boolean]>([
	['created', true],
	['updated', true],
	['unchanged', true],
	['unknown', true],
	['rejected', false],
	['notSent', false],
	['skipped', false],
])('after a round with the outcome %s, its Row ID and content are used: %s', (outcome, isUsed) => {
	const execution = `with ${outcome}`;
	recordRound(createRound(execution), [createResult('Tea', outcome)]);
	const history = getLoopHistory(createRound(execution));
	expect(history.isRowIdReused(createDesired('Milk'))).toBe(isUsed);
	expect(history.isRowIdReused(createDesired('Tea'))).toBe(false);
	const post = createFake<ExistingPost>({
		channelId: 'x',
		fingerprint: { ...FINGERPRINT, textDigest: 'Tea' },
	});
	expect(history.isKnownInLoop(post)).toBe(isUsed);
});

test('does not count the content of an earlier attempt of the same round as another row', () => {
	const round = createRound('retried');
	recordRound(round, [createResult('Tea', 'created')]);
	expect(getLoopHistory(round).isRowIdReused(createDesired('Milk'))).toBe(false);
});

test.each([
	{ type: 'postiz', isRound: true },
	{ type: 'postizTool', isRound: false },
])(
	'takes another run of $type in the same execution for a round: $isRound',
	({ type, isRound }) => {
		const round = createRound(`of ${type}`, type);
		const desired = createDesired('Tea');
		round.journal.recordSending(desired, 's', {});
		round.journal.recordStored(desired, { postId: 'p1' });
		recordRound(round, [createResult('Tea', 'created')]);
		const history = getLoopHistory(createRound(`of ${type}`, type));
		expect(history.isCreatedInEarlierRound(createFake<ExistingPost>({ id: 'p1' }))).toBe(isRound);
		expect(history.isRowIdReused(createDesired('Milk'))).toBe(isRound);
	},
);

test('remembers a loop that is still running, however many executions start meanwhile', () => {
	recordRound(createRound('long'), [createResult('Tea', 'created')]);
	for (let count = 0; count < 250; count++) {
		recordRound(createRound(`short ${count}`), []);
		expect(getLoopHistory(createRound('long')).isRowIdReused(createDesired('Milk'))).toBe(true);
	}
});
