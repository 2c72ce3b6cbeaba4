import {
	getDate,
	findMissingTags,
	getSettings,
	getTags,
} from '../../../nodes/Postiz/calendar/calendarPost';
import type { PublicPart } from '../../../nodes/Postiz/calendar/publicPost';
import {
	toDetailedPostOutput,
	toOutputColumns,
	toPostOutput,
	toRawPostOutput,
} from '../../../nodes/Postiz/calendar/postOutput';
import type { ListedPost } from '../../../nodes/Postiz/transport/apiTypes';

const DATE = '2099-03-04T10:00:00.000Z';
const PICTURE = { id: 'cup', path: 'https://media.example/cup.png', alt: 'A cup' };

/** A part of the public data of a post. */
const createPart = (id: string, content: string, more: Partial<PublicPart> = {}): PublicPart => ({
	id,
	content,
	image: [],
	delay: 0,
	settings: { __type: 'bluesky' },
	group: 'g1',
	state: 'QUEUE',
	publishDate: DATE,
	tags: [],
	...more,
});

const bare: ListedPost = {
	id: 'p1',
	publishDate: DATE,
	state: 'QUEUE',
	integration: { id: '' },
};

describe('the output of a post', () => {
	const full: ListedPost = {
		...bare,
		content: '<p>Tea &amp; <strong>cake</strong></p><p>today</p>',
		releaseURL: 'https://x.example/1',
		previewUrl: 'https://postiz.example/p/p1',
		releaseId: '1',
		group: 'g1',
		intervalInDays: 7,
		creationMethod: 'API',
		settings: '{"__type":"x","who_can_reply_post":"everyone"}',
		tags: [{ tag: { id: 't1', name: 'menu' } }, { tag: { name: '' } }, {}],
		integration: { id: 'x-1', providerIdentifier: 'x', name: 'Acme Coffee', picture: 'p' },
	};

	test('is flat: main fields first, text as a reader sees it, tags as names', () => {
		const output = {
			state: 'scheduled',
			channel: 'X: Acme Coffee',
			when: '2099-03-04 11:00 Europe/Berlin',
			text: 'Tea & cake\ntoday',
			link: 'https://x.example/1',
			postId: 'p1',
			date: DATE,
			tags: ['menu'],
			intervalInDays: 7,
			previewUrl: 'https://postiz.example/p/p1',
			network: 'x',
			channelId: 'x-1',
			releaseId: '1',
			postGroup: 'g1',
			creationMethod: 'API',
			settings: { __type: 'x', who_can_reply_post: 'everyone' },
		};
		const shown = toPostOutput(full, 'Europe/Berlin', Date.now());
		expect(shown).toEqual(output);
		expect(Object.keys(shown)).toEqual(Object.keys(output));
	});

	test('omits empty fields', () => {
		const output = { state: 'scheduled', when: '2099-03-04 10:00 UTC', postId: 'p1', date: DATE };
		expect(toPostOutput(bare, 'UTC', Date.now())).toEqual(output);
	});

	test('uses the identifier as the name of an unknown network', () => {
		const integration = { id: 'v-1', providerIdentifier: 'vibes' };
		expect(toPostOutput({ ...bare, integration }, 'UTC', Date.now())).toMatchObject({
			network: 'vibes',
			channel: 'vibes',
		});
	});

	test('says whether it is overdue', () => {
		expect(toPostOutput(bare, 'UTC', Date.parse(DATE) + 900_000).overdue).toBe(true);
	});

	test.each([
		['{"a":1}', { a: 1 }],
		[{ a: 1 }, { a: 1 }],
		['{}', {}],
		['{"a"', undefined],
		['[1]', undefined],
		['null', undefined],
		[null, undefined],
	])('turns the settings %j into %j', (settings, expected) => {
		expect(toPostOutput({ ...bare, settings }, 'UTC', Date.now()).settings).toEqual(expected);
	});
});

describe('a whole post', () => {
	const video = { id: 'v', path: 'v.mp4', alt: 'Pour', thumbnail: 'c.png' };
	const first = createPart('p1', '<p>One</p>', { image: [{ ...PICTURE, alt: undefined }] });
	/** Its output, with Simplify on and off. */
	const renderOutputs = (parts: PublicPart[], more: Partial<ListedPost> = {}) => [
		toDetailedPostOutput({ ...bare, ...more, parts }, 'UTC', Date.now()),
		toRawPostOutput({ ...bare, ...more, parts }, Date.now()),
	];

	test('has its failure, and a cover without a timestamp', () => {
		const parts: Partial<PublicPart> = {
			image: [video],
			state: 'ERROR',
			error: 'Channel disabled',
		};
		const [output] = renderOutputs([createPart('p1', '', parts)]);
		expect(output.media).toEqual([{ id: 'v', path: 'v.mp4', alt: 'Pour', cover: 'c.png' }]);
		expect(output).toMatchObject({ reasonKind: 'disabled' });
	});

	test('has its thread, with its text as it is read or as it is stored', () => {
		const image = [{ ...PICTURE, thumbnailTimestamp: 1500 }];
		const media = [{ ...PICTURE, coverAtSecond: 1.5 }];
		const [output, raw] = renderOutputs([
			first,
			createPart('p2', '<p>Two</p>', { delay: 5, image }),
		]);
		expect(output.thread).toEqual([{ text: 'Two', delay: 5, media }]);
		expect(raw.thread).toEqual([{ content: '<p>Two</p>', delay: 5, media }]);
	});

	test('names the fields that need public data', () => {
		const missing = ['media', 'thread', 'reason'];
		const [output, raw] = renderOutputs([]);
		expect([output.missing, raw.missing]).toEqual([missing, missing]);
		expect(raw.settings).toBeUndefined();
	});

	test('has the settings of the list, or else of its public data', () => {
		for (const output of renderOutputs([first])) expect(output.settings).toEqual(first.settings);
		expect(renderOutputs([first], { settings: '{"b":2}' })[0].settings).toEqual({ b: 2 });
	});

	test('has the tags of its public data, or else of the list', () => {
		const tags = [{ tag: { name: 'Tea' } }, {}];
		const tagged = createPart('p1', '', { tags: ['Cake'] });
		expect(getTags({ ...bare, tags })).toEqual(['Tea']);
		expect(getTags({ ...bare, tags, parts: [tagged] })).toEqual(['Cake']);
		expect(getTags({ ...bare })).toEqual([]);
		const sent = ['Tea', 'Cake'].map((label) => ({ value: label, label }));
		expect(findMissingTags(sent, { ...bare, tags })).toEqual(['Cake']);
	});

	test('of an operation has the reason before the sent values, and no fields without a column', () => {
		const keys =
			'outcome event status toFix channel when changed reason reasonKind maybePublished text length number note link postId ' +
			'state overdue date thread media files tags missingTags sameAs intervalInDays previewUrl network channelId ' +
			'releaseId postGroup creationMethod settings missing';
		const output = Object.fromEntries(
			[...keys.split(' '), 'secret'].reverse().map((key) => [key, 1]),
		);
		expect(Object.keys(toOutputColumns(output, 'UTC')).join(' ')).toBe(keys);
		const { event, outcome, ...listed } = output;
		expect(Object.keys(toOutputColumns(listed, 'UTC'))[0]).toBe('state');
		for (const result of [{ event }, { outcome }])
			expect(Object.keys(toOutputColumns({ ...listed, ...result }, 'UTC'))[0]).toBe(
				Object.keys(result)[0],
			);
	});

	test.each<[Partial<ListedPost>, PublicPart[], object]>([
		[{ settings: '{"b":2}' }, [first], first.settings],
		[{ settings: '{"b":2}' }, [], { b: 2 }],
		[{}, [], {}],
	])('with %j and the parts %j is edited from the settings %j', (listed, parts, settings) => {
		expect(getSettings({ ...bare, ...listed, parts })).toEqual(settings);
	});

	test.each([
		['2099-03-04T12:00:00+02:00', DATE],
		['soon', 'soon'],
	])('of the date “%s” is changed from “%s”', (publishDate, date) => {
		expect(getDate({ ...bare, publishDate })).toBe(date);
	});
});
