import type { CalendarPost } from '../../../../nodes/Postiz/calendar/calendarPost';
import type { PlannedUpdate } from '../../../../nodes/Postiz/posts/postUpdate';
import type { Run } from '../../../../nodes/Postiz/posts/run/run';
import { toPostContent } from '../../../../nodes/Postiz/posts/toPostContent';
import type { UpdateForm } from '../../../../nodes/Postiz/posts/updateForm';
import { validateFormUpdate } from '../../../../nodes/Postiz/publishing/validate/validateFormUpdate';
import type { RequestFields } from '../../../../nodes/Postiz/transport/apiTypes';
import { createFake } from '../../../shared/fakes.cjs';

/** An instance that doesn't know the setting `tags` of Dev.to. */
const RUN = createFake<Run>({
	context: { getNode: () => ({ type: 'postiz' }) },
	client: { serviceNow: () => 0, instance: {} },
	fetchChannelCapabilities: async () => await Promise.resolve({ settingKeys: ['title'] }),
});
const FORM = createFake<UpdateForm>({ newValues: {}, notes: [] });

async function validateChange(changed: string[]): Promise<string> {
	const settings = { title: 'Tea', tags: [{ value: 'green', label: 'green' }] };
	const before = createFake<CalendarPost>({
		id: 'p1',
		content: 'Tea',
		state: 'DRAFT',
		integration: { id: 'devto-1', name: 'Acme', providerIdentifier: 'devto' },
		settings,
		parts: undefined,
	});
	const requestFields = createFake<RequestFields>({ type: 'draft' });
	const post = toPostContent(before);
	const update: PlannedUpdate = { before, changed, changesOnlyState: false, post, requestFields };
	return await validateFormUpdate(update, FORM, RUN).then(
		() => 'valid',
		({ message }: Error) => message,
	);
}

test('checks changed settings only: tags of the calendar are not the setting of that name', async () => {
	expect(await validateChange(['tags'])).toBe('valid');
	expect(await validateChange(['settings.tags'])).toContain('Tags');
});
