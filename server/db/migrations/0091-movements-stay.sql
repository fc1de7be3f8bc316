-- Only the erasure of an account deletes movements, by a right that it gives itself for its transaction.
revoke delete on stock_movements from current_user;
