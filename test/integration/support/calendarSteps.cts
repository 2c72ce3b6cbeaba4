import type { INodeParameters } from 'n8n-workflow';
import { createId, type StoredPost } from '../../service/state.cjs';
import { STATES } from '../../service/page.cjs';
import { RETRIED_FAILURE } from '../../shared/failureCases.cjs';
import { createStoredFailure, type Failure, REJECTED } from '../../shared/failures.cjs';
import { MINUTE } from '../../shared/time.cjs';
import { addDays, updatePost } from './posts.cjs';
import type { CaseState, Step } from './caseState.cjs';

/** Expects an error of Post > Update for the first post. */
export const expectUpdateError =
	(fields: INodeParameters): Step =>
	async (current) => {
		const [{ id }] = getPosts(current);
		const { error } = await updatePost(current.service, id, fields);
		expect(error?.message).toEqual(expect.any(String));
	};

const getPosts = ({ service }: CaseState) => service.state.posts.filter(({ deleted }) => !deleted);

function describePost(
	{ state, publishDate, parts, tags, identifier }: StoredPost,
	current: CaseState,
) {
	const [{ content, image }] = parts;
	return [
		content.replace(/<[^>]+>/g, ''),
		STATES[state],
		publishDate.slice(0, 10),
		identifier,
		`${parts.length} parts`,
		...image.map(({ path }) => path.split('.').at(-1)!),
		...current.service.state.tags.filter(({ id }) => tags.includes(id)).map(({ name }) => name),
	];
}

/** Expects these posts in the order of their creation, such as `Tea · draft`. */
export const expectCalendar =
	(...lines: string[]): Step =>
	(current) => {
		const shown = getPosts(current).map((post, index) => {
			const words = describePost(post, current);
			const expected = lines[index]?.split(' · ') ?? [];
			const isExpected =
				lines[index] !== undefined && expected.every((word) => words.includes(word));
			return isExpected ? lines[index] : words.join(' · ');
		});
		expect(shown).toEqual(lines);
	};

/** Expects so many posts in the calendar. */
export const expectPostCount =
	(count: number): Step =>
	(current) =>
		expect(getPosts(current)).toHaveLength(count);

/** Creates steps that change the first post. */
const createPostStep =
	<Values extends unknown[]>(change: (post: StoredPost, ...values: Values) => unknown) =>
	(...values: Values): Step =>
	(current) =>
		change(getPosts(current)[0], ...values);

/** Edits a post as a person does in the calendar: it keeps its fingerprint, and gets the time of the edit. */
function editPost(post: StoredPost, changes: Partial<StoredPost>): void {
	const updatedAt = new Date(Date.parse(post.createdAt) + MINUTE).toISOString();
	Object.assign(post, changes, { updatedAt });
}

const replaceText = ([first, ...others]: StoredPost['parts'], content: string) => [
	{ ...first, content, published: content },
	...others,
];

export const editText = createPostStep((post, text: string) =>
	editPost(post, { parts: replaceText(post.parts, text) }),
);

export const dragTo = createPostStep((post, publishDate: string) =>
	editPost(post, { publishDate }),
);

export const approveDraft = createPostStep((post) => editPost(post, { state: 'QUEUE' }));
export const makeDraft = createPostStep((post) => editPost(post, { state: 'DRAFT' }));

/** Removes a part; a negative index counts from the last one. */
export const removePart = createPostStep((post, index: number) =>
	editPost(post, { parts: post.parts.filter((part) => part !== post.parts.at(index)) }),
);

export const addPart = createPostStep((post, content: string) =>
	editPost(post, { parts: [...post.parts, { ...post.parts[0]!, id: createId(), content }] }),
);

/** Expects so many files in each part of the first post. */
export const expectFileCounts = createPostStep(({ parts }, ...counts: number[]) =>
	expect(parts.map(({ image }) => image.length)).toEqual(counts),
);

/** Expects the upload of an earlier node as the cover of the first post's file. */
export const expectUploadAsCover: Step = (current) => {
	const [{ parts }] = getPosts(current);
	expect(parts[0].image[0]?.thumbnail).toBe(current.file!.path);
};

/** Sets the free slots of all channels to three and nine hours from now. */
export const setFreeSlots: Step = ({ service }) => {
	const formatHour = (ahead: number) => `${addDays(ahead / 24).slice(11, 14)}00`;
	for (const channel of service.state.channels) channel.schedule = [formatHour(3), formatHour(9)];
};

/** Stores all posts earlier, as a service with a wrong clock or time zone does. */
export const shiftStoredDates =
	(ms: number): Step =>
	(current) => {
		for (const post of getPosts(current))
			post.publishDate = new Date(Date.parse(post.publishDate) - ms).toISOString();
	};

/** Removes the fingerprint, as if another client had created the post. */
export const removeFingerprint = createPostStep(({ settings }) => delete settings.n8n);

/** Changes the text, as if another release had stored it. */
export const changeStoredText = createPostStep(
	(post, text: string) => (post.parts = replaceText(post.parts, text)),
);

export const publishPost = createPostStep((post) =>
	Object.assign(post, { state: 'PUBLISHED', releaseURL: 'https://bluesky.example/1' }),
);

/** Makes the files of the post unreadable. */
export const breakFileLinks = createPostStep(({ parts }) => {
	for (const { image } of parts)
		for (const file of image) file.path = file.path.replace('/uploads/', '/gone/');
});

const FAILURES: Record<string, Failure> = {
	withLink: { message: REJECTED },
	forGood: { message: REJECTED },
	withTimeout: { timesOut: true },
	mayBeOnline: { message: 'Bluesky may have already published this post' },
	stillTrying: RETRIED_FAILURE,
};

/** Makes the post fail; with a link, its comment was rejected. */
export const failPost = createPostStep((post, how: keyof typeof FAILURES) => {
	const failure = FAILURES[how];
	Object.assign(post, {
		state: 'ERROR',
		error: createStoredFailure(failure, post.identifier),
		releaseURL: how === 'withLink' ? 'https://bluesky.example/1' : null,
		releaseId: how === 'withLink' ? '1' : null,
	});
});

/** Copies the first post, as if another worker had created it, too. */
export const copyPost = (): Step => (current) => {
	const copy = structuredClone(getPosts(current)[0]);
	copy.parts[0].id = copy.id = createId(Date.parse(copy.createdAt));
	current.service.state.posts.push(copy);
};

/** Publishes all posts but the first. */
export const publishOtherPosts: Step = ({ service: { state } }) => {
	for (const post of state.posts.slice(1))
		Object.assign(post, { state: 'PUBLISHED', releaseURL: 'https://telegram.example/1' });
};
