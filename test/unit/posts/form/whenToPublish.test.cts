import { NodeHelpers } from 'n8n-workflow';

import {
	WHEN_TO_PUBLISH,
	whenToPublishFields,
} from '../../../../nodes/Postiz/posts/form/whenToPublish';

test('shows a date if it is used or may be, and otherwise a notice under its name', () => {
	const listDateTypes = (type: string) =>
		whenToPublishFields
			.filter(({ name }) => name === 'date')
			.filter((field) => NodeHelpers.displayParameter({ type }, field, null, null))
			.map((field) => field.type);
	const shown = WHEN_TO_PUBLISH.map(({ value: type }) => [type, listDateTypes(String(type))]);
	expect(Object.fromEntries(shown)).toEqual({
		schedule: ['dateTime'],
		draft: ['dateTime'],
		nextSlot: ['notice'],
		now: ['notice'],
	});
	expect(listDateTypes('={{ $json.type }}')).toContain('dateTime');
});
