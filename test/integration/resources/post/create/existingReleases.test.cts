import { channelOf } from '../../../../service/client.cjs';
import { file, itemsWith, picture, uploadsTo } from '../../../support/media.cjs';
import { createOrUpdate, FUTURE, storedPosts } from '../../../support/posts.cjs';
import { callsOf, useOwnServices } from '../../../support/useService.cjs';

const start = useOwnServices();

const LATER = '2099-05-06T08:30:00.000Z';

test.each(['2.8', '2.11', '2.18', '2.23'] as const)(
	'in Postiz %s, a second run sends nothing, and what changed is changed',
	async (version) => {
		const service = await start({ version, hourlyLimit: 1000 });
		const form = {
			type: 'schedule',
			date: FUTURE,
			channels: [channelOf(service, 'bluesky'), channelOf(service, 'x')],
			media: { file: [{ source: 'binary', binaryField: 'cup', details: {} }] },
			thread: { segment: [{ content: 'More' }] },
			options: { tags: 'Launch', inter: 7 },
		};
		const items = itemsWith({ cup: file(picture(1), 'cup.png') });
		const run = async (more: object) => {
			service.requests.length = 0;
			const { output, error } = await createOrUpdate(service, { ...form, ...more }, { items });
			expect(error).toBeUndefined();
			return output[0].map(({ json }) => json);
		};
		const [{ postIds = '' }] = await run({});
		const before = structuredClone(storedPosts(service));
		await run({ postIds });
		// Lists of posts count against the limit of the older ones.
		const calls = callsOf(service);
		expect(calls.filter((call) => /^(?!GET )|GET \/posts/.test(call))).toEqual([]);
		expect(storedPosts(service)).toEqual(before);

		const rows = await run({ postIds, content: 'New', date: LATER });
		expect(rows.map(({ changed }) => changed)).toEqual([
			['date', 'text'],
			['date', 'text'],
		]);
		expect(uploadsTo(service)).toEqual([]);
		expect(storedPosts(service)).toMatchObject(
			before.map(({ id, parts: [{ image }] }) => ({
				id,
				state: 'QUEUE',
				publishDate: LATER,
				intervalInDays: 7,
				parts: [{ published: 'New', image }, { published: 'More' }],
			})),
		);
	},
);
