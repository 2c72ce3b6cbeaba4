/** An update of a row is validated as it is sent: merged with what somebody changed in Postiz. */
import type { INodeParameters } from 'n8n-workflow';

import { createIdLocator } from '../../../networks/settingBuilders.cjs';
import { IMAGE } from '../../../service/client.cjs';
import { addDays, createOrUpdate, FUTURE, listStoredPosts } from '../../support/posts.cjs';
import { getRows, LONG } from '../../support/usePreview.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const LATER = '2099-03-06T08:30:00.000Z';

const runRow = async (form: INodeParameters, options: INodeParameters = {}) =>
	await createOrUpdate(service, {
		rowId: 'May 7',
		type: 'schedule',
		date: FUTURE,
		...form,
		options,
	});

/** Creates the post of a row. */
async function create(form: INodeParameters, options?: INodeParameters) {
	expect((await runRow(form, options)).error).toBeUndefined();
}

/** Edits the post as a person does in the calendar. */
function edit({ text, ...more }: { text?: string; state?: string; files?: object[] }): void {
	const [post] = listStoredPosts(service);
	const [first] = post.parts;
	if (text !== undefined) Object.assign(first, { content: `<p>${text}</p>`, published: text });
	if (more.files) Object.assign(first, { image: more.files });
	Object.assign(post, { updatedAt: addDays(0), ...(more.state && { state: more.state }) });
}

/** Expects that the row updates its post, and that the preview says so. */
async function expectUpdate(form: INodeParameters): Promise<Record<string, unknown>> {
	expect(getRows(await runRow(form, { previewOnly: true }))).toMatchObject([{ status: 'updated' }]);
	const result = await runRow(form);
	expect(result.error).toBeUndefined();
	const [row] = getRows(result);
	expect(row).toMatchObject({ outcome: 'updated' });
	return row;
}

/** Expects that the preview shows the row as to fix, and that the run fails for the same reason. */
async function expectRejected(form: INodeParameters, reason: RegExp): Promise<void> {
	const [row] = getRows(await runRow(form, { previewOnly: true }));
	expect(row).toMatchObject({ status: 'to fix', toFix: expect.stringMatching(reason) });
	const { error } = await runRow(form);
	expect(`${error?.message}. ${error?.description}`).toMatch(reason);
}

const DRAFT = { type: 'draft' };

test('schedules a draft whose long text somebody shortened in Postiz', async () => {
	await create({ ...DRAFT, content: LONG });
	edit({ text: 'Short' });
	await expectUpdate({ content: LONG });
	expect(listStoredPosts(service)).toMatchObject([
		{ state: 'QUEUE', parts: [{ published: 'Short' }] },
	]);
});

test('rejects a row that schedules a draft whose text somebody made too long in Postiz', async () => {
	await create({ ...DRAFT, content: 'Tea' });
	edit({ text: LONG });
	await expectRejected({ content: 'Tea' }, /\d+ of \d+ characters\..* edited in Postiz/);
});

test('rejects a row that schedules a draft to which somebody added too many files in Postiz', async () => {
	await create({ ...DRAFT, content: 'Tea' });
	edit({ files: Array.from({ length: 5 }, () => IMAGE) });
	await expectRejected(
		{ content: 'Tea' },
		/5 pictures instead of at most 4\. .*edited in Postiz, .* correct it there\./,
	);
});

/** Only the network limits hashtags: Postiz doesn't. */
const HASHTAGS = Array.from({ length: 31 }, (_, index) => `#tea${index}`).join(' ');
const INSTAGRAM: INodeParameters = {
	channels: 'Instagram (Standalone): Acme Coffee',
	media: { file: [{ source: 'upload', file: JSON.stringify(IMAGE) }] },
};

test('moves a post to which somebody added too many hashtags in Postiz, with a note', async () => {
	await create({ ...INSTAGRAM, content: 'Tea' });
	edit({ text: HASHTAGS });
	const { note } = await expectUpdate({ ...INSTAGRAM, content: 'Tea', date: LATER });
	expect(note).toMatch(/31 of 30 hashtags/);
});

test('moves a post that was created without validation', async () => {
	await create({ ...INSTAGRAM, content: HASHTAGS }, { skipValidation: true });
	await expectUpdate({ ...INSTAGRAM, content: HASHTAGS, date: LATER });
});

test('rejects a new text that is too long', async () => {
	await create({ content: 'Tea' });
	edit({ text: 'Tea!' });
	await expectRejected({ content: LONG }, /\d+ of \d+ characters\. (?!.*edited)/);
});

test('writes a long text to a post that somebody made a draft in Postiz', async () => {
	await create({ content: 'Tea' });
	edit({ state: 'DRAFT' });
	await expectUpdate({ content: LONG });
});

test('rejects a new setting that is invalid in a draft that somebody has approved', async () => {
	const createForm = (collaborators: string): INodeParameters => ({
		...DRAFT,
		...INSTAGRAM,
		networkSettings: {
			network: [{ provider: 'instagram-standalone', settings: { collaborators } }],
		},
	});
	await create(createForm('acmetea'));
	edit({ state: 'QUEUE' });
	await expectRejected(createForm('Acme Tea'), /Collaborators must be usernames/);
});

test('schedules a draft to which somebody added the required file in Postiz', async () => {
	const form = { ...INSTAGRAM, media: {}, content: 'Tea' };
	await create({ ...form, ...DRAFT });
	edit({ files: [IMAGE] });
	await expectUpdate(form);
});

test('moves a post whose board was renamed since: it keeps its board', async () => {
	const createPin = (date: string): INodeParameters => ({
		...INSTAGRAM,
		channels: 'Pinterest',
		date,
		networkSettings: { network: [{ provider: 'pinterest', board: createIdLocator('Latte Art') }] },
	});
	await create(createPin(FUTURE));
	const { rows } = service.state.tools.pinterest.boards;
	Object.assign(
		rows.find(({ name }) => name === 'Latte Art')!,
		{ name: 'Latte Pictures' },
	);
	await expectUpdate(createPin(LATER));
});
