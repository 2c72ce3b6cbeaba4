import { Problem } from '../../../../../nodes/Postiz/common/problem';
import type { OutgoingPost } from '../../../../../nodes/Postiz/publishing/send/outgoingPost';
import type { RequestFields } from '../../../../../nodes/Postiz/transport/apiTypes';
import { HOUR } from '../../../../shared/time.cjs';
import { preparePostUpdate } from '../updates/planPostUpdate.cjs';
import {
	createSeparateRows,
	createTextPosts,
	createTextRows,
	createUpdate,
	type DeliveryOptions,
	getOutcomes,
	limitRequests,
	sendRows,
	type ServiceBehavior,
	useClock,
} from './sendRows.cjs';

const clock = useClock();

const allowPast = (outgoing: OutgoingPost, goesOutIfPast = true): OutgoingPost => ({
	...outgoing,
	goesOutIfPast,
});

describe('a wait for the hourly limit', () => {
	test.each([
		[new Problem('limit', '', { httpCode: '429' }), ['notSent', 'notSent']],
		[new Problem('changed meanwhile', ''), ['rejected', 'created']],
	])('if preparing an update again fails with %j, ends with %j', async (problem, expected) => {
		const refresh = async () => await Promise.reject(problem);
		const prepared = await preparePostUpdate({});
		const stale = createTextPosts(0, 'post 0').map((post) => ({
			...post,
			pendingUpdate: { ...prepared, preparedAt: -1e9, refresh },
		}));
		const later = createTextPosts(1, 'post 1', { date: '2099-05-05T10:00:00.000Z' });
		const { outcomes } = await sendRows([stale, later]);
		expect(outcomes).toEqual(expected);
	});

	test('refreshes a stale update only once, however long that takes', async () => {
		const [post] = createUpdate('post 0');
		const stale = { ...post, pendingUpdate: { ...post.pendingUpdate!, preparedAt: -1e9 } };
		let times = 0;
		stale.pendingUpdate.refresh = async () => {
			clock.now += HOUR;
			times += 1;
			return await Promise.resolve(times < 3 ? stale : undefined);
		};
		const { outcomes } = await sendRows([[stale]]);
		expect(outcomes).toEqual(['created']);
		expect(times).toBe(1);
	});

	test('rejects a row whose date passes during the wait', async () => {
		const requestFields = { date: new Date(HOUR / 2).toISOString() };
		const allowing = createTextPosts(2, 'post 2', requestFields).map((post) => allowPast(post));
		const rows = [
			createTextPosts(0, 'post 0'),
			createTextPosts(1, 'post 1', requestFields),
			allowing,
		];
		const { outcomes, problems, created, send } = await sendRows(
			rows,
			{ intervene: limitRequests({ 'retry-after': '3600' }, 2) },
			{ maxWaitMs: HOUR },
		);
		expect(outcomes).toEqual(['created', 'rejected', 'created']);
		expect(problems[1]).toMatchObject({
			message: 'The date 1970-01-01 00:30 UTC passed before this item was sent',
		});
		expect(created).toEqual(['post 0', 'post 2']);
		expect(getOutcomes(await send(createTextRows(1)))).toEqual(['created']);
	});
});

describe('a date that has passed', () => {
	test.each<{ goesOutIfPast: boolean; type: RequestFields['type']; isSent: boolean }>([
		{ goesOutIfPast: false, type: 'schedule', isSent: false },
		{ goesOutIfPast: true, type: 'schedule', isSent: true },
		{ goesOutIfPast: false, type: 'draft', isSent: true },
		{ goesOutIfPast: false, type: 'now', isSent: true },
	])(
		'is sent ($isSent) with the type $type and goes out if past ($goesOutIfPast)',
		async ({ goesOutIfPast, type, isSent }) => {
			const rows = createTextRows(3);
			const date = new Date(-HOUR).toISOString();
			rows[1] = createTextPosts(1, 'post 1', { type, date }).map((post) =>
				allowPast(post, goesOutIfPast),
			);
			const { outcomes, created } = await sendRows(rows);
			expect(outcomes).toEqual(['created', isSent ? 'created' : 'rejected', 'created']);
			expect(created).toHaveLength(isSent ? 3 : 2);
		},
	);

	test.each<{
		type: RequestFields['type'];
		at: number;
		goesOutIfPast?: boolean;
		sentAs: RequestFields['type'];
	}>([
		{ type: 'schedule', at: -1, sentAs: 'now' },
		{ type: 'schedule', at: 0, goesOutIfPast: true, sentAs: 'now' },
		{ type: 'schedule', at: 1, goesOutIfPast: true, sentAs: 'schedule' },
		{ type: 'draft', at: -1, goesOutIfPast: true, sentAs: 'draft' },
	])(
		'sends $type in $at ms (goes out if past: $goesOutIfPast) as $sentAs',
		async ({ type, at, goesOutIfPast, sentAs }) => {
			const date = new Date(at).toISOString();
			const { bodies } = await sendRows([
				[allowPast(createTextPosts(0, 'Tea', { type, date })[0], goesOutIfPast ?? false)],
			]);
			const sentDate = sentAs === 'now' ? new Date(0).toISOString() : date;
			expect(bodies).toMatchObject([{ type: sentAs, date: sentDate }]);
		},
	);

	test('combines rows for now in one request although time passes', async () => {
		jest.spyOn(Date, 'now').mockImplementation(() => clock.now++);
		const rows = [1, 2, 3].map((hours) => {
			const date = new Date(-hours * HOUR).toISOString();
			return [allowPast(createTextPosts(hours, `post ${hours}`, { date })[0])];
		});
		expect((await sendRows(rows)).texts).toEqual([['post 1', 'post 2', 'post 3']]);
	});
});

test.each<{ title: string; behavior: ServiceBehavior; options: DeliveryOptions }>([
	{
		title: 'a wait for the limit',
		behavior: { intervene: limitRequests({ 'retry-after': '60' }, 2) },
		options: {},
	},
	{ title: 'a batch', behavior: {}, options: {} },
	{
		title: 'a batch, also where failures end the node',
		behavior: {},
		options: { continuesOnError: false },
	},
])('canceling ends $title', async ({ behavior, options }) => {
	const isLimited = behavior.intervene !== undefined;
	const { problems, outcomes, sizes } = await sendRows(
		createSeparateRows(3),
		{ ...behavior, cancelAfter: isLimited ? 2 : 1 },
		{ maxWaitMs: HOUR, ...options },
	);
	expect(outcomes).toEqual(['created', 'notSent', 'notSent']);
	expect(problems[1]).toMatchObject({
		message: 'The execution was cancelled before this item was sent',
	});
	expect(sizes).toHaveLength(isLimited ? 2 : 1);
});
