import { useService } from './useService.cjs';
import { connect, IMAGE, item, request, segment, upload } from './client.cjs';
import { fileOf } from '../shared/samples.cjs';

const service = useService({ resolveHost: async () => [] });

// What each network takes and refuses is in recorded/media.json and in the cases of the live suite.
test.each([
	['out of reach', async () => await Promise.resolve(IMAGE)],
	['no picture at all', async () => await upload(service, fileOf(Buffer.from('GIF89a'), 7))],
])('a file that is %s has not the pixels that Dribbble wants', async (_case, file) => {
	const entry = item(service, 'dribbble', { title: 'Logo' }, [segment('Beans', [await file()])]);
	const { status, data } = await connect(service).post('/posts', request([entry]));
	expect([status, data.message]).toEqual([400, 'A picture must have 400x300 or 800x600 pixels']);
});
