import type { IDataObject } from 'n8n-workflow';

import { readThread } from '../../../../nodes/Postiz/publishing/read/readThread';
import { catchProblem } from '../../support/catchProblem.cjs';

test('makes a part of each text in a list, with the files in the first one', () => {
	const media = { file: [{ source: 'url', url: 'https://media.example/tea.png' }] };
	const parts = readThread(
		[{ content: ['Tea', 'Cake'], delay: 5, media }, { content: 'Bread' }],
		{},
	);
	expect(parts).toEqual([
		{ text: 'Tea', delay: 5, files: [expect.objectContaining({ from: 'url' })] },
		{ text: 'Cake', delay: 5, files: [] },
		{ text: 'Bread', files: [] },
	]);
});

test.each<[entries: IDataObject[], field: string]>([
	[[{ content: '#REF!' }], 'Thread: Text'],
	[[{ content: 'Tea', delay: -1 }], 'Thread: Delay (Minutes)'],
	[[{ content: 'Tea' }, { content: '#REF!' }], 'Thread 2: Text'],
	[[{ content: ['Tea', 'Cake', 'Bread'] }, { content: '#REF!' }], 'Thread 2: Text'],
])('names the entry of the form with a mistake in %j', (entries, field) => {
	const [message] = catchProblem(() => readThread(entries, {}));
	expect(message.startsWith(`${field} cannot be `)).toBe(true);
});
