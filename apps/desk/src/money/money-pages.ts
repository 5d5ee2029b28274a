export { Books } from './books.tsx';
export { Invoice } from './invoice.tsx';
export { Invoices } from './invoices.tsx';
export { NewInvoice } from './new-invoice.tsx';
export { Order } from './order.tsx';
export { Orders } from './orders.tsx';
export { WorkList } from './work-list.tsx';
